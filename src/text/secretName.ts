// Recognises names of secret values: of variables, headers and arguments of calls.

/** Of variables and headers; the shell's `PWD` and `OLDPWD` are folders. */
const secretName = /key|token|secret|passw|(?<!^(?:old)?)pwd|auth|credential|cookie|session|private|dsn|connection|database_url/i;

/** Whether what goes by this name (a variable, a header, a parameter) is secret. */
export function isSecretName(name: string): boolean {
  return secretName.test(name);
}

/** Of arguments, which have authors, keywords and tokens of pages, too. */
const secretArgument =
  /passw|passphrase|secret|credential|(?:api|access|private|auth|encryption|signing)[-_ ]?key|authori[sz]ation|auth[-_ ]?(?:token|header)|bearer|cookie|(?<!page[-_ ]?|next[-_ ]?|max[-_ ]?|continuation[-_ ]?)token(?!s|ize|[-_ ]?(?:count|limit|budget))|pwd$|passcode|^jwt$|^pin$|^otp$/i;
const longestName = 256;
/** Of the names that were asked about: values have the same ones again and again. */
const judged = new Map<string, boolean>();
const mostJudged = 2_000;

/** Whether the value of an argument of this name is not to be repeated. */
export function isSecretArgument(name: string): boolean {
  const known = judged.get(name);
  if (known !== undefined) return known;
  const isSecret = secretArgument.test(name.slice(0, longestName));
  if (name.length <= longestName && judged.size < mostJudged) judged.set(name, isSecret);
  return isSecret;
}
