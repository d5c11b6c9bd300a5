// Writes TypeScript's library in the form that the checker reads: three files instead of seventy, without comments.
// Declarations that few scripts name are in a file of their own, so that most scripts are checked without it.
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as ts from 'typescript';
import { LIBRARIES, LIBRARY_FILES, SELDOM } from '../src/checker/types/libraries.ts';

/** Writes the files and their license into `folder`. */
export function writeTypeLibrary(folder: string): void {
  const printer = ts.createPrinter({ removeComments: true });
  const texts = { common: '', seldom: '', iterator: '' };
  // The order in which TypeScript merges the files matters: of two overloads, the later one takes precedence.
  const files = ts
    .createProgram({ rootNames: ['none.ts'], options: { lib: LIBRARIES, types: [] } })
    .getSourceFiles();
  for (const file of files) {
    for (const statement of file.statements) {
      // The names of a module must not become global.
      const part = ts.isExternalModule(file) ? 'iterator' : isSeldom(statement, file) ? 'seldom' : 'common';
      texts[part] += `${printer.printNode(ts.EmitHint.Unspecified, statement, file).replace(/^ +/gm, '')}\n`;
    }
  }
  mkdirSync(folder, { recursive: true });
  for (const part of ['common', 'seldom', 'iterator'] as const)
    writeFileSync(join(folder, LIBRARY_FILES[part]), texts[part]);
  copyFileSync(fileURLToPath(import.meta.resolve('typescript/LICENSE.txt')), join(folder, 'LICENSE.txt'));
}

function isSeldom(statement: ts.Statement, file: ts.SourceFile): boolean {
  const declared = ts.isVariableStatement(statement)
    ? statement.declarationList.declarations
    : [statement as ts.DeclarationStatement];
  return declared.every(({ name }) => name !== undefined && SELDOM.test(name.getText(file)));
}
