/** The text that replaces a secret, or a part of a value that a rule hides. */
export const HIDDEN = '•••';
