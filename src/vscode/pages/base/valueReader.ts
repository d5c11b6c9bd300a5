// Reads values for trees over the channel of a webview. Every page that shows values uses the same messages.
import type { NoReply } from './channel.ts';
import type { Source, ValuePath } from './valueMessages.ts';
import type { LoadedMembers } from './valueRows.ts';
import type { ValueReader } from './valueTree.ts';

type Request =
  | { readonly type: 'members'; readonly source: Source; readonly path: ValuePath; readonly from: number }
  | { readonly type: 'search'; readonly source: Source; readonly query: string };

interface Found {
  readonly paths: readonly ValuePath[];
  readonly more: boolean;
}

/** A `Channel` whose messages include those for values. */
interface ValueChannel {
  ask(message: Request, type: 'members' | 'found'): Promise<LoadedMembers | Found | NoReply>;
  post(message: {
    readonly type: 'copy';
    readonly source: Source;
    readonly path: ValuePath;
    readonly what: 'value' | 'path';
  }): void;
}

export function valueReader(channel: ValueChannel): ValueReader {
  return {
    members: async (source, path, from) => {
      const reply = await channel.ask({ type: 'members', source, path, from }, 'members');
      return 'paths' in reply ? { why: 'There is no value.' } : reply;
    },
    search: async (source, query) => {
      const reply = await channel.ask({ type: 'search', source, query }, 'found');
      return 'paths' in reply ? reply : { paths: [], more: false };
    },
    copy: (source, path, what) => channel.post({ type: 'copy', source, path, what }),
  };
}
