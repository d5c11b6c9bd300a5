// Tests the plugin with TypeScript's own language service, which the TypeScript server uses, over files on disk.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as ts from 'typescript';
import { withScripts } from '../../../../src/vscode/typescriptPlugin/scratchPlugin.ts';
import { withScriptChecks } from '../../../../src/vscode/typescriptPlugin/scriptChecks.ts';
import { scriptOptions } from '../../../../src/vscode/typescriptPlugin/scriptOptions.ts';
import { ScriptPlaces } from '../../../../src/vscode/typescriptPlugin/scriptPlaces.ts';
import { ScriptService } from '../../../../src/vscode/typescriptPlugin/scriptService.ts';
import { freshFolder } from '../../../fakes/temporaryFolder.ts';

const script = '.code-mode/script1.ts';
const declarations = `declare const tools: CodeMode.Tools;
declare namespace CodeMode {
  interface Tool<I, O> { (input: I): Promise<O> }
  interface Tools { readonly geo: Servers.geo.Tools; readonly scripts: Servers.scripts.Tools }
}
declare namespace CodeMode.Servers.scripts {
  interface Tools { readonly weeklyReport: CodeMode.Tool<{}, unknown>; readonly gone: CodeMode.Tool<{}, unknown> }
  interface Tools { readonly "weekly-report": Tools["weeklyReport"] }
}
declare namespace CodeMode.Servers.geo {
  interface Tools {
    /** Sums two numbers. */
    readonly getSum: CodeMode.Tool<{ a: number }, { total: number }>;
  }
  interface Tools { readonly "get-sum": Tools["getSum"] }
}
`;

/** The services share the standard library, whose parsing takes most of the time. */
const documents = ts.createDocumentRegistry();

describe('the plugin of TypeScript for scripts', () => {
  const project = freshFolder('code-mode-plugin-');

  describe('checks', () => {
    it('has nothing against return and await outside of a function', () => {
      assert.deepEqual(
        errors(
          'const { total } = await tools.geo.getSum({ a: 1 });\nif (total > 1) return;\nreturn { total };',
        ),
        [],
      );
    });

    it('finds what is wrong in what is returned', () => {
      assert.deepEqual(errors('return tools.geo.getSum({ a: "one" });'), [{ code: 2322, start: 26 }]);
      assert.deepEqual(errors('return [1].map((n) => n.lenght);'), [{ code: 2339, start: 24 }]);
    });

    it('finds it when the suggestions were asked for first', () => {
      const service = serviceOf({ [script]: 'return tools.geo.getSum({ a: "one" });' });
      service.getSuggestionDiagnostics(path(script));
      assert.deepEqual(
        service.getSemanticDiagnostics(path(script)).map(({ code }) => code),
        [2322],
      );
    });

    it('holds for saved scripts, and not for the other files of their folder', () => {
      assert.deepEqual(errors('return 1;', '.code-mode/scripts/report.ts'), []);
      for (const name of ['report.test.ts', '_helper.ts', '.x.ts'])
        assert.deepEqual(errors('return 1;', `.code-mode/scripts/${name}`), [{ code: 1108, start: 0 }], name);
    });

    it('finds what is returned in statements within statements', () => {
      const wrong = 'return tools.geo.getSum({ a: "one" });';
      for (const code of [
        `if (tools) { ${wrong} }`,
        `for (const n of [1]) ${wrong}`,
        `a: while (true) { ${wrong} }`,
        `try { ${wrong} } catch { }`,
        `try { } catch { ${wrong} }`,
        `try { } finally { ${wrong} }`,
        `switch (1 as number) { case 1: ${wrong} }`,
        `switch (1 as number) { default: { ${wrong} } }`,
      ])
        assert.deepEqual(errors(code), [{ code: 2322, start: code.indexOf('a: "') }], code);
    });

    it('does not look for them in expressions, however deep', () => {
      const service = serviceOf({ [script]: `const sum = ${'1 + '.repeat(20_000)}1;\nreturn sum;` });
      const places = { isScript: () => true, isDeclarations: () => true };
      // TypeScript's own check is not the subject of these tests.
      const unchecked = { ...service, getSemanticDiagnostics: () => [] };
      assert.deepEqual(withScriptChecks(unchecked, ts, places).getSemanticDiagnostics(path(script)), []);
    });

    it('is not made of the visible part of a script first', () => {
      const regions = { getRegionSemanticDiagnostics: (name: string) => ({ name }) };
      const service = { ...serviceOf({ [script]: 'return 1;' }), ...regions };
      const checked = withScriptChecks(service, ts, new ScriptPlaces(true)) as typeof service;
      assert.equal(checked.getRegionSemanticDiagnostics(path(script)), undefined);
      assert.deepEqual(checked.getRegionSemanticDiagnostics('other.ts'), { name: 'other.ts' });
    });

    it('leaves other files and other errors alone', () => {
      assert.deepEqual(errors('return 1;', 'src/other.ts'), [{ code: 1108, start: 0 }]);
      assert.deepEqual(errors('class A { static { return 1; } }'), [{ code: 18041, start: 19 }]);
      assert.deepEqual(errors('return missing;'), [{ code: 2304, start: 7 }]);
    });

    it('has nothing against the names of what is not declared yet', () => {
      const service = serviceOf(
        { [script]: 'await tools.geo.getSum({});\ncodemode.progress("x");\nmissing;' },
        { roots: [script], isConfigured: false },
      );
      assert.deepEqual(diagnosed(service, script), [{ code: 2304, start: 52 }]);
    });

    it('leaves the tree as it is', () => {
      const service = serviceOf({ [script]: 'return 1;' });
      service.getSemanticDiagnostics(path(script));
      const [statement] = service.getProgram()?.getSourceFile(path(script))?.statements ?? [];
      assert.equal(statement?.kind, ts.SyntaxKind.ReturnStatement);
    });
  });

  describe('the name of a tool', () => {
    it('is completed once, and so is that of a server', () => {
      assert.deepEqual(completed('tools.geo.'), ['getSum']);
      assert.deepEqual(completed('tools.geo["'), ['getSum']);
    });

    it('leads to its declaration alone', () => {
      const code = 'tools.geo.getSum({ a: 1 });';
      const found = serviceOf({ [script]: code }).getDefinitionAndBoundSpan(
        path(script),
        code.indexOf('getSum'),
      );
      assert.deepEqual(
        found?.definitions?.map(({ name, containerName }) => [name, containerName]),
        [['getSum', 'CodeMode.Servers.geo.Tools']],
      );
    });

    it('leads to the saved script that it is', () => {
      const code =
        'tools.scripts.weeklyReport({});\ntools.scripts["weekly-report"]({});\ntools.scripts.gone({});';
      const service = serviceOf({ [script]: code, '.code-mode/scripts/weekly-report.ts': 'return 1;' });
      const leads = (word: string) =>
        service
          .getDefinitionAndBoundSpan(path(script), code.indexOf(word))
          ?.definitions?.map(({ fileName }) => fileName.slice(path('').length));
      assert.deepEqual(leads('weeklyReport'), leads('weekly-report'));
      assert.match(leads('weeklyReport')?.join() ?? '', /^\/?\.code-mode\/scripts\/weekly-report\.ts$/);
      assert.match(leads('gone')?.join() ?? '', /tools\.d\.ts$/);
    });

    it('cannot be renamed, nor can that of an argument', () => {
      const code = 'const mine = await tools.geo.getSum({ a: 1 });';
      const service = serviceOf({ [script]: code });
      for (const name of ['getSum', 'geo', 'tools', 'a: 1']) {
        const info = service.getRenameInfo(path(script), code.indexOf(name), {});
        assert.match(
          info.canRename ? '' : info.localizedErrorMessage,
          /cannot be renamed: .* names it\.$/,
          name,
        );
      }
      assert.ok(service.getRenameInfo(path(script), code.indexOf('mine'), {}).canRename);
    });

    it('can be given to what a script takes from an answer', () => {
      const code = 'const { total } = await tools.geo.getSum({ a: 1 });';
      const info = serviceOf({ [script]: code }).getRenameInfo(path(script), code.indexOf('total'), {
        providePrefixAndSuffixTextForRename: true,
      });
      assert.ok(info.canRename);
    });

    it('has its uses in all scripts by any of its names, and its declaration', () => {
      const files = {
        [script]: 'await tools.geo.getSum({ a: 1 });',
        '.code-mode/scripts/saved.ts': 'return tools.geo["get-sum"]({ a: 2 });',
        'reports/month.ts': 'return tools.geo.getSum({ a: 3 });',
      };
      for (const [name, word] of [
        [script, 'getSum'],
        ['.code-mode/scripts/saved.ts', 'get-sum'],
        ['reports/month.ts', 'getSum'],
        ['.code-mode/tools.d.ts', 'getSum'],
      ] as const) {
        const text = name in files ? files[name as keyof typeof files] : declarations;
        assert.deepEqual(
          uses(serviceOf(files), name, text.indexOf(word)),
          [
            '.code-mode/tools.d.ts 12',
            '.code-mode/script1.ts 0',
            'reports/month.ts 0',
            '.code-mode/scripts/saved.ts 0',
          ].sort(),
          name,
        );
      }
    });

    it('has its uses in the scripts of its project where nothing else is known', () => {
      const files = {
        [script]: 'await tools.geo.getSum({ a: 1 });',
        '.code-mode/scripts/saved.ts': 'return tools.geo["get-sum"]({ a: 2 });',
      };
      const found = uses(serviceOf(files, { isConfigured: false }), script, files[script].indexOf('getSum'));
      assert.deepEqual(
        found,
        ['.code-mode/tools.d.ts 12', '.code-mode/script1.ts 0', '.code-mode/scripts/saved.ts 0'].sort(),
      );
    });
  });

  describe('a script of a folder that settings name', () => {
    const files = {
      'reports/month.ts': 'const { total } = await tools.geo.getSum({ a: "one" });\nreturn total;',
      'src/own.ts': 'tools;',
    };
    const place = 'reports/month.ts';

    it('has the tools, which the rest of its project has not', () => {
      const service = serviceOf(files, { roots: ['reports/month.ts', 'src/own.ts'] });
      assert.deepEqual(diagnosed(service, place), [{ code: 2322, start: 43 }]);
      assert.deepEqual(diagnosed(service, 'src/own.ts'), [{ code: 2304, start: 0 }]);
    });

    it('is completed, and says what a tool does', () => {
      const service = serviceOf({ ...files, [place]: 'tools.geo.' }, { roots: [place] });
      assert.deepEqual(
        service.getCompletionsAtPosition(path(place), 10, undefined)?.entries.map(({ name }) => name),
        ['getSum'],
      );
      const details = service.getCompletionEntryDetails(
        path(place),
        10,
        'getSum',
        undefined,
        undefined,
        undefined,
        undefined,
      );
      assert.equal(ts.displayPartsToString(details?.documentation), 'Sums two numbers.');
    });

    it('is read again when it has changed', () => {
      const service = serviceOf(files, { roots: [place] });
      diagnosed(service, place);
      write(place, 'return tools.geo.getSum({ a: 1 });', 1_000);
      assert.deepEqual(diagnosed(service, place), []);
    });

    it('is none where its name says so', () => {
      const service = serviceOf(
        { 'reports/_shared.ts': 'tools;', 'reports/deep/other.ts': 'tools;' },
        { roots: ['reports/_shared.ts', 'reports/deep/other.ts'] },
      );
      for (const name of ['reports/_shared.ts', 'reports/deep/other.ts'])
        assert.deepEqual(diagnosed(service, name), [{ code: 2304, start: 0 }]);
    });
  });

  const path = (name: string) => join(project.path, name).replaceAll('\\', '/');

  /**
   * `aheadMs`: milliseconds by which the file's time is ahead of now, so that it differs from the time of the last
   * write.
   */
  function write(name: string, text: string, aheadMs = 0): void {
    mkdirSync(dirname(path(name)), { recursive: true });
    writeFileSync(path(name), text);
    const time = new Date(Date.now() + aheadMs);
    ts.sys.setModifiedTime?.(path(name), time);
  }

  function errors(code: string, name = script) {
    return diagnosed(serviceOf({ [name]: code }), name);
  }

  function diagnosed(service: ts.LanguageService, name: string) {
    return service.getSemanticDiagnostics(path(name)).map(({ code, start }) => ({ code, start }));
  }

  function completed(code: string): readonly string[] {
    const found = serviceOf({ [script]: code }).getCompletionsAtPosition(path(script), code.length, {
      includeCompletionsWithInsertText: true,
    });
    return found?.entries.map(({ name }) => name) ?? [];
  }

  /** Returns the uses as `.code-mode/script1.ts 0`: the file and the line, from 0. */
  function uses(service: ts.LanguageService, name: string, position: number): readonly string[] {
    const found = service.findReferences(path(name), position) ?? [];
    return found
      .flatMap(({ references }) => references)
      .map(({ fileName, textSpan }) => {
        const text = ts.sys.readFile(fileName)?.slice(0, textSpan.start) ?? '';
        return `${fileName.slice(path('').length).replace(/^\//, '')} ${text.split('\n').length - 1}`;
      })
      .sort();
  }

  /**
   * Returns the service of a project with these files; by default, the project of scripts. Settings name the folder
   * `reports`.
   */
  function serviceOf(
    files: Readonly<Record<string, string>>,
    {
      roots,
      isConfigured = true,
    }: { readonly roots?: readonly string[]; readonly isConfigured?: boolean } = {},
  ) {
    for (const [name, text] of Object.entries({ ...files, '.code-mode/tools.d.ts': declarations }))
      write(name, text);
    const named = roots ?? [
      ...Object.keys(files).filter((name) => !name.startsWith('reports/')),
      '.code-mode/tools.d.ts',
    ];
    const { options } = ts.convertCompilerOptionsFromJson(scriptOptions, '');
    const host: ts.LanguageServiceHost = {
      getCompilationSettings: () => options,
      getScriptFileNames: () => named.map(path),
      getScriptVersion: (file) => String(ts.sys.getModifiedTime?.(file)?.getTime()),
      getScriptSnapshot: (file) => {
        const text = ts.sys.readFile(file);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      getCurrentDirectory: () => project.path,
      getDefaultLibFileName: (given) => ts.getDefaultLibFilePath(given),
      fileExists: (file) => ts.sys.fileExists(file),
      readFile: (file) => ts.sys.readFile(file),
    };
    const languageService = ts.createLanguageService(host, documents);
    const places = new ScriptPlaces(ts.sys.useCaseSensitiveFileNames);
    const folders = ['.code-mode', '.code-mode/scripts'].map((name) => join(project.path, name));
    if (isConfigured)
      places.set({
        folders,
        outside: [join(project.path, 'reports')],
        declarations: path('.code-mode/tools.d.ts'),
      });
    const libraries = dirname(ts.getDefaultLibFilePath(options)).replaceAll('\\', '/');
    const all = new ScriptService(ts, ts.sys, { open: () => undefined, libraries }, places);
    return withScripts(languageService, ts, { places, all: () => all }, () => undefined);
  }
});
