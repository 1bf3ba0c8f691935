//! Deletion: the minimal subset of a set that keeps a property.

/// Leaves out each element of `set` in the order of `order`, unless `test` fails without it.
///
/// `test` is called with the rest of the set and the element left out. It returns the rest, or a
/// subset of it that is known to have the property, or `None` if the element is needed. With a test
/// that is monotone (what holds for a set holds for every larger one) the result is minimal: no
/// element can be left out of it. If `test` returns the core of a SAT solver, this is deletion with
/// clause set refinement (J. Marques-Silva, *Minimal Unsatisfiability: Models, Algorithms and
/// Applications*, ISMVL 2010).
///
/// # Errors
/// The first error of `test`. The property then holds for what is left of `set`.
pub fn delete<T: Copy + PartialEq, E>(
    set: &mut Vec<T>,
    order: impl IntoIterator<Item = T>,
    mut test: impl FnMut(Vec<T>, T) -> Result<Option<Vec<T>>, E>,
) -> Result<(), E> {
    for element in order {
        if !set.contains(&element) {
            continue;
        }
        if let Some(smaller) = test(without(set, element), element)? {
            *set = smaller;
        }
    }
    Ok(())
}

/// Returns all elements but one.
pub fn without<T: Copy + PartialEq>(set: &[T], one: T) -> Vec<T> {
    set.iter().copied().filter(|other| *other != one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_result_is_a_minimal_set_that_depends_on_the_order() {
        // The property: two of the numbers have the sum 10.
        let test = |set: Vec<u32>, _| -> Result<_, ()> {
            let has_pair = set.iter().any(|a| set.iter().any(|b| a < b && a + b == 10));
            Ok(has_pair.then_some(set))
        };
        let shrunk = |order: Vec<u32>| {
            let mut set = vec![1, 2, 3, 7, 8];
            delete(&mut set, order, test).unwrap();
            set
        };
        assert_eq!(shrunk(vec![1, 2, 3, 7, 8]), [3, 7]);
        assert_eq!(shrunk(vec![3, 1, 2, 7, 8]), [2, 8]);
    }

    #[test]
    fn an_error_leaves_the_set_as_small_as_it_is() {
        let mut set = vec![1, 2, 3];
        let result = delete(&mut set, [1, 2, 3], |rest, element| {
            if element == 2 {
                Err("limit")
            } else {
                Ok(Some(rest))
            }
        });
        assert_eq!((result, set), (Err("limit"), vec![2, 3]));
    }
}
