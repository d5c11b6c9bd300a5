// The script's `JSON`. An integer beyond 2^53 is a bigint when it is read, and its digits when it is written: ids of tools come through.
import { exactNumber, parseExact, stringifyExact } from '../../base/exactJson.ts';

type Reviver = (this: unknown, key: string, value: unknown, context: { readonly source?: string }) => unknown;
type Replacer = (this: unknown, key: string, value: unknown) => unknown;

/** To be called before lockdown: it takes the language's own functions. */
export function makeJson(): object {
  const { parse, stringify, rawJSON, isRawJSON } = JSON;
  const written = (value: unknown) => (typeof value === 'bigint' ? rawJSON(String(value)) : value);
  return {
    [Symbol.toStringTag]: 'JSON',
    parse: (text: unknown, reviver?: Reviver): unknown => {
      if (typeof reviver !== 'function') return parseExact(String(text));
      return parse(String(text), function (this: unknown, key: string, value: unknown, context: { readonly source?: string } = {}) {
        return reviver.call(this, key, exactNumber(value, context.source), context);
      });
    },
    stringify: (value: unknown, replacer?: Replacer | (string | number)[], space?: string | number): string => {
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
