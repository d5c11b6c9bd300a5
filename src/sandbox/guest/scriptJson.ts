// The `JSON` of scripts. It parses an integer beyond 2^53 as a bigint and writes a bigint as its digits, so that large
// ids from tools keep their exact value.
import { exactNumber, parseExact, stringifyExact } from '../../base/exactJson.ts';

type Reviver = (this: unknown, key: string, value: unknown, context: { readonly source?: string }) => unknown;
type Replacer = (this: unknown, key: string, value: unknown) => unknown;

/** Must be called before lockdown, because it uses the native `JSON` functions. */
export function makeJson(): object {
  const { parse, stringify, rawJSON, isRawJSON } = JSON;
  const written = (value: unknown) => (typeof value === 'bigint' ? rawJSON(String(value)) : value);
  return {
    [Symbol.toStringTag]: 'JSON',
    parse: (text: unknown, reviver?: Reviver): unknown => {
      if (typeof reviver !== 'function') return parseExact(String(text));
      return parse(
        String(text),
        function (this: unknown, key: string, value: unknown, context: { readonly source?: string } = {}) {
          return reviver.call(this, key, exactNumber(value, context.source), context);
        },
      );
    },
    stringify: (
      value: unknown,
      replacer?: Replacer | (string | number)[],
      space?: string | number,
    ): string => {
      if (typeof replacer !== 'function') return stringifyExact(value, space, replacer);
      return stringify(
        value,
        function (this: Record<string, unknown>, key: string, member: unknown) {
          return written(replacer.call(this, key, member));
        },
        space,
      );
    },
    rawJSON,
    isRawJSON,
  };
}
