// Creates elements. Text becomes text nodes and attributes are set one by one, so texts of servers and scripts are
// never parsed as markup.

type Child = Node | string | undefined;
type Aria = Readonly<Record<string, string | number | boolean | undefined>>;

interface Properties extends Partial<Pick<HTMLElement, 'id' | 'title' | 'hidden' | 'tabIndex'>> {
  readonly class?: string;
  readonly text?: string;
  readonly role?: string;
  readonly aria?: Aria;
}

export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  { class: className, text, role, aria, ...others }: Properties = {},
  children: readonly Child[] = [],
): HTMLElementTagNameMap[Tag] {
  const made = Object.assign(document.createElement(tag), others);
  if (made instanceof HTMLButtonElement) made.type = 'button';
  if (className !== undefined) made.className = className;
  if (role !== undefined) made.setAttribute('role', role);
  if (aria) setAria(made, aria);
  if (text !== undefined) made.append(text);
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

/**
 * Text only for screen readers, beside visible parts that are `aria-hidden` because a name made of them would be
 * incomplete or in another order.
 */
export function spokenOnly(text: string): HTMLElement {
  return element('span', { class: 'spoken-only', text });
}

/** A visible part for which `spokenOnly` has the words. */
export function unspoken(className: string, children: readonly Child[]): HTMLElement {
  return element('span', { class: className, aria: { hidden: true } }, children);
}

/** Sets ARIA attributes; `undefined` removes an attribute. */
export function setAria(made: Element, aria: Aria): void {
  for (const [name, value] of Object.entries(aria)) {
    if (value === undefined) made.removeAttribute(`aria-${name}`);
    else made.setAttribute(`aria-${name}`, String(value));
  }
}

const svgNamespace = 'http://www.w3.org/2000/svg';

export function svg(
  tag: 'svg' | 'path' | 'line' | 'circle',
  attributes: Readonly<Record<string, string | number>>,
  children: readonly Node[] = [],
): SVGElement {
  const made = document.createElementNS(svgNamespace, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}
