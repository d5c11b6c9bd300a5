// Makes a tool from the end of its path, such as `db.dropTable`, and its annotations.
import type { CatalogTool } from '../../src/catalog/catalogSnapshot.ts';
import { isReadOnly } from '../../src/catalog/toolEffect.ts';
import type { ToolAnnotations } from '../../src/catalog/toolSource.ts';
import { catalogTool } from './catalogTool.ts';

export function namedTool(
  path: `${string}.${string}`,
  annotations: ToolAnnotations = {},
  overrides: Partial<CatalogTool> = {},
): CatalogTool {
  const [namespace = '', method = ''] = path.split('.');
  return catalogTool({ namespace, method, annotations, readOnly: isReadOnly(annotations), ...overrides });
}
