//! A crate as a tree of modules, and the definitions that the paths in its code lead to.
//!
//! Code that is compiled only for tests is left out, because tests may compare modules.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, Item, Meta, Token, UseTree, punctuated::Punctuated};

/// Path of a source file below the source folder, and its text.
pub type Sources = HashMap<PathBuf, String>;

/// Index of a module in [`Crate::modules`].
pub type ModuleId = usize;

/// The root of the library and of the program: both count as one crate here.
pub const ROOT: ModuleId = 0;

/// All modules that `lib.rs` and `main.rs` declare.
#[derive(Default)]
pub struct Crate {
    pub modules: Vec<Module>,
}

/// A file, or an inline module with the file it is in.
#[derive(Default)]
pub struct Module {
    /// Names from the root of the crate; empty for the root.
    pub path: Vec<String>,
    pub file: PathBuf,
    pub imports: Vec<Import>,
    /// Paths in code other than `use` declarations.
    pub mentions: BTreeSet<Vec<String>>,
    /// Names of called methods.
    pub called: BTreeSet<String>,
    /// Names of functions in `impl` and `trait` blocks.
    pub methods: BTreeSet<String>,
    pub impls: Vec<Impl>,
    definitions: BTreeSet<String>,
    children: HashMap<String, ModuleId>,
}

/// One name, or one `*`, of a `use` declaration.
pub struct Import {
    pub path: Vec<String>,
    /// The name that it gets here; none for `*`.
    pub name: Option<String>,
    pub is_reexport: bool,
}

/// An `impl` block.
pub struct Impl {
    pub of: Option<Vec<String>>,
    /// Paths in the generic arguments of the trait.
    pub arguments: BTreeSet<Vec<String>>,
    pub on: Vec<String>,
    pub methods: Vec<String>,
}

/// The definition that a path leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    Module(ModuleId),
    /// An item, in this module.
    Item(ModuleId),
    /// Something outside of the crate.
    Foreign,
    /// A path from `crate`, `self` or `super` that leads to no definition.
    Unresolved,
}

impl Crate {
    /// Parses `lib.rs`, `main.rs` where there is one, and all modules that they declare.
    pub fn parse(sources: &Sources) -> Crate {
        let mut parsed = Crate::default();
        parsed.modules.push(Module {
            file: PathBuf::from("lib.rs"),
            ..Module::default()
        });
        for root in ["lib.rs", "main.rs"].map(Path::new) {
            if sources.contains_key(root) {
                parsed.parse_file(sources, ROOT, root);
            }
        }
        parsed
    }

    fn parse_file(&mut self, sources: &Sources, module: ModuleId, file: &Path) {
        let text = &sources[file];
        let syntax = syn::parse_file(text).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        self.parse_items(sources, module, file, &syntax.items);
    }

    fn parse_items(&mut self, sources: &Sources, module: ModuleId, file: &Path, items: &[Item]) {
        for item in items {
            let mut visitor = Visitor {
                module: &mut self.modules[module],
                inline: Vec::new(),
            };
            visitor.visit_item(item);
            for declaration in visitor.inline {
                self.parse_module(sources, module, file, declaration);
            }
        }
    }

    fn parse_module(
        &mut self,
        sources: &Sources,
        parent: ModuleId,
        file: &Path,
        declaration: &syn::ItemMod,
    ) {
        let name = declaration.ident.to_string();
        let path = [
            self.modules[parent].path.as_slice(),
            std::slice::from_ref(&name),
        ]
        .concat();
        let folder: PathBuf = path.iter().collect();
        let module = self.modules.len();
        self.modules[parent].children.insert(name, module);
        let own_file = match &declaration.content {
            Some(_) => file.to_path_buf(),
            None => [folder.with_extension("rs"), folder.join("mod.rs")]
                .into_iter()
                .find(|file| sources.contains_key(file))
                .unwrap_or_else(|| panic!("no file for the module {}", path.join("::"))),
        };
        self.modules.push(Module {
            path,
            file: own_file.clone(),
            ..Module::default()
        });
        match &declaration.content {
            Some((_, items)) => self.parse_items(sources, module, file, items),
            None => self.parse_file(sources, module, &own_file),
        }
    }

    /// Returns the definition that a path in the code of `module` leads to, through `use`
    /// declarations and re-exports.
    pub fn resolve(&self, module: ModuleId, path: &[String]) -> Target {
        self.resolve_unless_seen(module, path, &mut Vec::new())
    }

    fn resolve_unless_seen(
        &self,
        module: ModuleId,
        path: &[String],
        seen: &mut Vec<(ModuleId, String)>,
    ) -> Target {
        let mut names = path.iter().map(String::as_str).peekable();
        let mut here = module;
        let mut is_local = false;
        match names.peek() {
            Some(&"crate" | &"satdoku") => here = ROOT,
            Some(&"self" | &"super") => {}
            _ => is_local = true,
        }
        if !is_local && !matches!(names.peek(), Some(&"super")) {
            names.next();
        }
        while let Some(name) = names.next() {
            let found = match name {
                "self" => Some(Target::Module(here)),
                "super" => self.parent(here).map(Target::Module),
                _ => self.look_up(here, name, names.peek().is_none(), seen),
            };
            match found {
                Some(Target::Module(inner)) => here = inner,
                Some(other) => return other,
                None if is_local && here == module => return Target::Foreign,
                None => return Target::Unresolved,
            }
        }
        Target::Module(here)
    }

    fn parent(&self, module: ModuleId) -> Option<ModuleId> {
        let is_parent = |other: &Module| other.children.values().any(|child| *child == module);
        self.modules.iter().position(is_parent)
    }

    /// Returns what `name` means in `module`. A module and an item may have the same name: the last
    /// name of a path means the item.
    fn look_up(
        &self,
        module: ModuleId,
        name: &str,
        is_last: bool,
        seen: &mut Vec<(ModuleId, String)>,
    ) -> Option<Target> {
        let here = &self.modules[module];
        let child = here.children.get(name).copied().map(Target::Module);
        let key = (module, name.to_string());
        if seen.contains(&key) || child.is_some() && !is_last {
            return child;
        }
        if here.definitions.contains(name) {
            return Some(Target::Item(module));
        }
        seen.push(key);
        let is_named = |import: &&Import| import.name.as_deref() == Some(name);
        let named = here.imports.iter().filter(is_named);
        let mut targets = named.map(|import| self.resolve_unless_seen(module, &import.path, seen));
        let imported = targets.find(|target| *target != Target::Unresolved);
        let found = imported.or(child).or_else(|| {
            let mut globs = here.imports.iter().filter(|import| import.name.is_none());
            globs.find_map(
                |glob| match self.resolve_unless_seen(module, &glob.path, seen) {
                    Target::Module(inner) => self.look_up(inner, name, is_last, seen),
                    _ => None,
                },
            )
        });
        seen.pop();
        found
    }
}

/// Collects what an item contains into the module that it is in.
struct Visitor<'a, 'ast> {
    module: &'a mut Module,
    inline: Vec<&'ast syn::ItemMod>,
}

impl<'ast> Visit<'ast> for Visitor<'_, 'ast> {
    fn visit_item(&mut self, item: &'ast Item) {
        if attributes(item).iter().any(is_for_tests) {
            return;
        }
        let name = match item {
            Item::Const(item) => Some(&item.ident),
            Item::Enum(item) => Some(&item.ident),
            Item::Fn(item) => Some(&item.sig.ident),
            Item::Macro(item) => item.ident.as_ref(),
            Item::Static(item) => Some(&item.ident),
            Item::Struct(item) => Some(&item.ident),
            Item::Trait(item) => Some(&item.ident),
            Item::Type(item) => Some(&item.ident),
            Item::Union(item) => Some(&item.ident),
            _ => None,
        };
        self.module
            .definitions
            .extend(name.map(|name| name.to_string()));
        if let Item::Macro(item) = item {
            let tokens = item.mac.tokens.to_string();
            self.module.definitions.extend(declared(&tokens));
        }
        match item {
            Item::Mod(module) => self.inline.push(module),
            Item::Use(item) => {
                let is_reexport = !matches!(item.vis, syn::Visibility::Inherited);
                self.add_imports(Vec::new(), &item.tree, is_reexport);
            }
            Item::ExternCrate(item) if item.ident == "self" => {
                let name = item.rename.as_ref().map(|(_, name)| name.to_string());
                self.module.imports.push(Import {
                    path: vec!["crate".to_string()],
                    name,
                    is_reexport: false,
                });
            }
            Item::Impl(item) => self.add_impl(item),
            _ => {}
        }
        if !matches!(item, Item::Mod(_) | Item::Use(_)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_impl_item(&mut self, item: &'ast syn::ImplItem) {
        let attributes = match item {
            syn::ImplItem::Const(item) => &item.attrs,
            syn::ImplItem::Fn(item) => &item.attrs,
            syn::ImplItem::Type(item) => &item.attrs,
            _ => return visit::visit_impl_item(self, item),
        };
        if !attributes.iter().any(is_for_tests) {
            visit::visit_impl_item(self, item);
        }
    }

    fn visit_trait_item_fn(&mut self, function: &'ast syn::TraitItemFn) {
        let name = function.sig.ident.to_string();
        self.module.methods.insert(name);
        visit::visit_trait_item_fn(self, function);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.module.mentions.insert(names(path));
        visit::visit_path(self, path);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        self.module.called.insert(call.method.to_string());
        visit::visit_expr_method_call(self, call);
    }

    fn visit_macro(&mut self, invocation: &'ast syn::Macro) {
        self.add_tokens(invocation.tokens.clone());
    }

    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        match &attribute.meta {
            Meta::List(list) => self.add_tokens(list.tokens.clone()),
            Meta::NameValue(_) | Meta::Path(_) => {}
        }
    }
}

impl Visitor<'_, '_> {
    fn add_imports(&mut self, mut path: Vec<String>, tree: &UseTree, is_reexport: bool) {
        let (last, name) = match tree {
            UseTree::Path(tree) => {
                path.push(tree.ident.to_string());
                return self.add_imports(path, &tree.tree, is_reexport);
            }
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.add_imports(path.clone(), tree, is_reexport);
                }
                return;
            }
            UseTree::Name(tree) => {
                let name = tree.ident.to_string();
                let known_as = if name == "self" {
                    path.last()
                } else {
                    Some(&name)
                };
                (Some(name.clone()), known_as.cloned())
            }
            UseTree::Rename(tree) => (Some(tree.ident.to_string()), Some(tree.rename.to_string())),
            _ => (None, None),
        };
        path.extend(last);
        if path.len() > 1 {
            path.pop_if(|name| name == "self");
        }
        self.module.imports.push(Import {
            path,
            name,
            is_reexport,
        });
    }

    fn add_impl(&mut self, item: &syn::ItemImpl) {
        let mut on = &*item.self_ty;
        while let syn::Type::Reference(reference) = on {
            on = &reference.elem;
        }
        let syn::Type::Path(on) = on else { return };
        let functions = item.items.iter().filter_map(|item| match item {
            syn::ImplItem::Fn(function) if !function.attrs.iter().any(is_for_tests) => {
                Some(function.sig.ident.to_string())
            }
            _ => None,
        });
        let methods: Vec<String> = functions.collect();
        self.module.methods.extend(methods.iter().cloned());
        let mut arguments = BTreeSet::new();
        if let Some((path, _)) = &item.trait_ {
            let mut inner = Module::default();
            let mut visitor = Visitor {
                module: &mut inner,
                inline: Vec::new(),
            };
            visit::visit_path(&mut visitor, path);
            arguments = inner.mentions;
        }
        self.module.impls.push(Impl {
            of: item.trait_.as_ref().map(|(path, _)| names(path)),
            arguments,
            on: names(&on.path),
            methods,
        });
    }

    /// Adds the paths and the method calls in the arguments of a macro or an attribute.
    fn add_tokens(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let mut before = String::new();
        for token in tokens {
            match &token {
                TokenTree::Ident(name) if before == "." => {
                    self.module.called.insert(name.to_string());
                }
                TokenTree::Ident(name) => {
                    if before != "::" {
                        self.add_mention(&mut path);
                    }
                    path.push(name.to_string());
                }
                TokenTree::Group(group) => self.add_tokens(group.stream()),
                // `#[serde(with = "crate::format")]`
                TokenTree::Literal(literal) => {
                    let text = literal.to_string();
                    if let Ok(path) = syn::parse_str::<syn::Path>(text.trim_matches('"')) {
                        self.add_mention(&mut names(&path));
                    }
                }
                TokenTree::Punct(_) => {}
            }
            match &token {
                TokenTree::Punct(sign) if before == ":" && sign.as_char() == ':' => before += ":",
                _ => before = token.to_string(),
            }
        }
        self.add_mention(&mut path);
    }

    fn add_mention(&mut self, path: &mut Vec<String>) {
        if !path.is_empty() {
            self.module.mentions.insert(std::mem::take(path));
        }
    }
}

fn names(path: &syn::Path) -> Vec<String> {
    path.segments
        .iter()
        .map(|segment| segment.ident.to_string())
        .collect()
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::ExternCrate(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// Returns the names of the public types that the tokens of a macro declare.
fn declared(tokens: &str) -> impl Iterator<Item = String> {
    let words: Vec<&str> = tokens.split_whitespace().collect();
    let is_module = |word: &str| word.starts_with(|c: char| c.is_ascii_lowercase());
    let is_type = |word: &str| word.starts_with(|c: char| c.is_ascii_uppercase());
    let types = words.windows(3).filter_map(|words| match words {
        ["pub", "enum" | "struct" | "trait", name] if !name.starts_with('$') => Some(*name),
        _ => None,
    });
    // `module :: Type ,` stands for a re-export, as in the list of constraints.
    let listed = words.windows(4).filter_map(|words| match words {
        [module, "::", name, ","] if is_module(module) && is_type(name) => Some(*name),
        _ => None,
    });
    types
        .chain(listed)
        .map(str::to_string)
        .collect::<Vec<_>>()
        .into_iter()
}

/// Returns true for `#[test]`, `#[cfg(test)]`, `#[cfg(doctest)]` and `#[cfg(all(test, …))]`.
fn is_for_tests(attribute: &Attribute) -> bool {
    fn implies_test(condition: &Meta) -> bool {
        let parts = |list: &syn::MetaList| {
            list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated)
        };
        match condition {
            Meta::Path(path) => path.is_ident("test") || path.is_ident("doctest"),
            Meta::List(list) if list.path.is_ident("all") => {
                parts(list).is_ok_and(|parts| parts.iter().any(implies_test))
            }
            _ => false,
        }
    }
    let condition = attribute.path().is_ident("cfg");
    attribute.path().is_ident("test")
        || condition
            && attribute
                .parse_args()
                .is_ok_and(|condition| implies_test(&condition))
}
