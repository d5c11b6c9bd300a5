// Stores consents in memory as if they outlived the window: a second `Consents` over the same store finds the consents
// of the first.
import type { CatalogTool } from '../../src/catalog/catalogSnapshot.ts';
import type {
  ConsentContext,
  Consents,
  ConsentStorage,
  ConsentStorages,
} from '../../src/vscode/consent/consents.ts';

class KeptList implements ConsentStorage {
  value: unknown;
  reads = 0;

  get(): unknown {
    this.reads += 1;
    return this.value;
  }

  set(value: unknown): Promise<void> {
    this.value = value;
    return Promise.resolve();
  }
}

export class KeptConsents implements ConsentStorages {
  readonly workspace = new KeptList();
  readonly always = new KeptList();
}

/** True if the tool may be called from this chat or file without a question. */
export function covers(consents: Consents, tool: CatalogTool, place: ConsentContext): boolean {
  return consents.notCovered([tool], place).length === 0;
}
