/** Menus: a `details` element that closes after a choice, a click elsewhere or Escape. */

export function closeMenusAfterUse(): void {
  const open = () => document.querySelectorAll<HTMLDetailsElement>('details.menu[open]');
  document.addEventListener('click', (event) => {
    const target = event.target as Element;
    for (const menu of open()) {
      if (!menu.contains(target) || target.closest('.menu button')) menu.open = false;
    }
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    for (const menu of open()) {
      event.preventDefault();
      menu.open = false;
      menu.querySelector('summary')?.focus();
    }
  });
}
