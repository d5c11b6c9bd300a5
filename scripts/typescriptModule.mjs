// Makes TypeScript an ES module from which the build takes only the parts that the checker uses. The whole library is
// twice as much code to read, and copying its exports one by one takes a tenth of the time before the first check.
import { readFileSync } from 'node:fs';

/** An esbuild plugin. */
export const typescriptModule = {
  name: 'typescript-module',
  setup(b) {
    b.onResolve({ filter: /^typescript$/ }, () => ({ path: 'typescript', namespace: 'typescript-module' }));
    b.onLoad({ filter: /.*/, namespace: 'typescript-module' }, () => ({
      contents: asModule(readFileSync('node_modules/typescript/lib/typescript.js', 'utf8')),
    }));
  },
};

/**
 * Turns the scope of the function around the library into the scope of the module. The parts after the node factory
 * belong to the editor's services and are left out. The parts before it that only register themselves, or are lists of
 * names, are marked as removable.
 */
function asModule(text) {
  const parts =
    /^var ts = \{\}; \(\(module\) => \{\n([^]*)^var typescript_exports = \{\};\n__export\(typescript_exports, \{\n([^]*?)^\}\);\nmodule\.exports = [^\n]*\n([^]*)^(setObjectAllocator\(getServicesObjectAllocator\(\)\);)$/m.exec(
      text,
    );
  if (!parts) throw new Error('typescript.js has another form than scripts/typescriptModule.mjs reads.');
  const [, head, names, body, makeNodes] = parts;
  const removable = body
    .replace(/^var (\w+) = \{\};\n__export\(\1, /gm, 'var $1 = /* @__PURE__ */ __exported(')
    .replace(
      /^var (\w+);\n\(\((\w+)\) => \{\n([^]*?)^\}\)\(\1 \|\| \(\1 = \{\}\)\);/gm,
      'var $1 = /* @__PURE__ */ (($2) => {\n$3return $2;\n})({});',
    )
    .replace(/^(?=register(?:CodeFix|Refactor)\()/gm, '/* @__PURE__ */ ');
  const declared = new Set(
    [...removable.matchAll(/^(?:async )?(?:var|const|let|class|function\*?) (\w+)/gm)].map(
      ([, name]) => name,
    ),
  );
  const exported = [...names.matchAll(/^ {2}(\w+): \(\) => (\w+),?$/gm)].flatMap(([, name, local]) =>
    declared.has(local) ? [`${local} as ${name}`] : [],
  );
  return `${head}const __exported = (all) => { const made = {}; __export(made, all); return made; };\n${removable}${makeNodes}\nexport { ${exported.join(', ')} };`;
}
