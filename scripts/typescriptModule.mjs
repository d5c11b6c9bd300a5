// TypeScript as an ES module of which the build takes only what the checker uses: the whole is twice as much to read, and its exports,
// copied one by one, a tenth of the time until it checks.
import { readFileSync } from 'node:fs';

/** For esbuild. */
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
 * The function around it all becomes the module's scope. The editor's services end with what makes nodes; what follows is left out, and what
 * goes before and only registers itself, or is a list of names, is marked as removable.
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
  const declared = new Set([...removable.matchAll(/^(?:async )?(?:var|const|let|class|function\*?) (\w+)/gm)].map(([, name]) => name));
  const exported = [...names.matchAll(/^ {2}(\w+): \(\) => (\w+),?$/gm)].flatMap(([, name, local]) =>
    declared.has(local) ? [`${local} as ${name}`] : [],
  );
  return `${head}const __exported = (all) => { const made = {}; __export(made, all); return made; };\n${removable}${makeNodes}\nexport { ${exported.join(', ')} };`;
}
