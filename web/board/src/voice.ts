// The board's voice: a region that screen readers read out when its text changes.

export class Voice {
  #home: HTMLElement;
  #node: HTMLElement | null = null;

  constructor(home: HTMLElement) {
    this.#home = home;
  }

  /** The region has to be there before anything is said. */
  attach(): void {
    if (this.#node?.isConnected) return;
    this.#node = document.createElement("div");
    this.#node.className = "quincunx-voice";
    this.#node.setAttribute("aria-live", "polite");
    this.#home.append(this.#node);
  }

  say(text: string): void {
    this.attach();
    if (!this.#node) return;
    // The same text again would be no change; a space that nobody hears makes it one.
    this.#node.textContent = this.#node.textContent === text ? `${text}\u00a0` : text;
  }
}
