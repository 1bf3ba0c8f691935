/** Groups of buttons of which one is chosen. Arrow keys move between them. */

export class Radios {
  private readonly buttons: HTMLElement[];

  /** The buttons have the attribute `data-{name}`, whose value is given to `choose`. */
  constructor(
    private readonly name: string,
    choose: (value: string) => void,
  ) {
    this.buttons = [...document.querySelectorAll<HTMLElement>(`[data-${name}]`)];
    for (const radio of this.buttons) {
      radio.onclick = () => {
        choose(radio.dataset[name] ?? '');
        radio.focus();
      };
      radio.onkeydown = (event) => {
        const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
        if (!by) return;
        event.preventDefault();
        const shown = this.buttons.filter((other) => !other.hidden);
        shown[(shown.indexOf(radio) + by + shown.length) % shown.length].click();
      };
    }
  }

  /** Marks the chosen button. */
  show(value: string): void {
    for (const radio of this.buttons) {
      const isOn = radio.dataset[this.name] === value;
      radio.setAttribute('aria-checked', String(isOn));
      radio.tabIndex = isOn ? 0 : -1;
    }
  }
}
