// Handles the names of tools in scripts. Completion offers each tool once; a name leads to its declaration and its
// uses; and it cannot be renamed, because its server defines it.
import type * as ts from 'typescript';
import type { ScriptPlaces } from './scriptPlaces.ts';

/** Wraps a language service for scripts and the declarations of their tools. */
export function withToolNames(
  service: ts.LanguageService,
  typescript: typeof ts,
  places: ScriptPlaces,
): ts.LanguageService {
  const names = new ToolNames(service, typescript, places);
  const concerns = (fileName: string) => places.isScript(fileName) || places.isDeclarations(fileName);
  return {
    ...service,
    getCompletionsAtPosition(fileName, position, options, formatting) {
      if (!places.isScript(fileName))
        return service.getCompletionsAtPosition(fileName, position, options, formatting);
      const withSymbols = { ...options, includeSymbol: true };
      const found = service.getCompletionsAtPosition(fileName, position, withSymbols, formatting);
      if (!found) return found;
      const entries = found.entries
        .filter(
          ({ symbol }) => symbol?.declarations?.some((declared) => names.otherNameOf(declared)) !== true,
        )
        .map((entry) => ({ ...entry, symbol: undefined as never }));
      return { ...found, entries };
    },
    getDefinitionAtPosition(fileName, position, ...more) {
      const found = service.getDefinitionAtPosition(fileName, position, ...more);
      return found && concerns(fileName) ? names.withoutCall(found) : found;
    },
    getDefinitionAndBoundSpan(fileName, position) {
      const found = service.getDefinitionAndBoundSpan(fileName, position);
      if (!found?.definitions || !concerns(fileName)) return found;
      const definitions = names.withoutCall(found.definitions);
      return { ...found, definitions: definitions.map((one) => names.savedScript(one) ?? one) };
    },
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- one of its two signatures is, and not this one
    getRenameInfo: (fileName: string, position: number, preferences: ts.UserPreferences) =>
      concerns(fileName)
        ? names.renameInfo(fileName, position, preferences)
        : service.getRenameInfo(fileName, position, preferences),
  };
}

/** The names of tools, as one language service knows them. */
export class ToolNames {
  readonly #service: ts.LanguageService;
  readonly #typescript: typeof ts;
  readonly #places: ScriptPlaces;

  constructor(service: ts.LanguageService, typescript: typeof ts, places: ScriptPlaces) {
    this.#service = service;
    this.#typescript = typescript;
    this.#places = places;
  }

  /** Refuses to rename names that a server or Code Mode declares, because that would change a generated file. */
  renameInfo(fileName: string, position: number, preferences: ts.UserPreferences): ts.RenameInfo {
    const info = this.#service.getRenameInfo(fileName, position, preferences);
    if (!info.canRename) return info;
    const changed = this.#service.findRenameLocations(fileName, position, false, false, preferences) ?? [];
    if (!changed.some((location) => this.#places.isDeclarations(location.fileName))) return info;
    return {
      canRename: false,
      localizedErrorMessage: `${info.displayName} cannot be renamed: its MCP server or Code Mode names it.`,
    };
  }

  /**
   * Returns the declaration of the tool or server at a position and its uses in scripts, under all its names; undefined
   * for anything else.
   */
  references(fileName: string, position: number): ts.ReferencedSymbol[] | undefined {
    const declared = this.#service
      .getDefinitionAtPosition(fileName, position)
      ?.find((definition) => this.#isTool(definition));
    const file = declared && this.#fileOf(declared);
    if (!declared || !file) return undefined;
    const real = this.#realName(file, declared);
    const found = this.#service.findReferences(file.fileName, real);
    const [first] = found ?? [];
    if (!found || !first) return undefined;
    const all = found.flatMap(({ references }) => references);
    const declarations = all.filter((use) => this.#places.isDeclarations(use.fileName));
    const own = declarations
      .filter(({ textSpan }) => textSpan.start === real)
      .map((use) => ({ ...use, isDefinition: true }));
    const byOther = this.#otherNamesIn(declarations, file).flatMap((name) =>
      this.#usesAt(file, name.getStart(file)),
    );
    const uses = [...all, ...byOther].filter((use) => this.#places.isScript(use.fileName));
    return [{ definition: first.definition, references: [...own, ...uses] }];
  }

  /**
   * Returns the definition of a tool that is a saved script, which is the script itself; undefined for any other tool.
   */
  savedScript(declared: ts.DefinitionInfo): ts.DefinitionInfo | undefined {
    const file = this.#fileOf(declared);
    if (!file || !this.#isTool(declared) || declared.containerName !== 'CodeMode.Servers.scripts.Tools')
      return undefined;
    const others = this.#otherNamesIn(this.#usesAt(file, declared.textSpan.start), file);
    // The name of the file comes first, if the script has another name in scripts.
    const fileName = [...others.map((name) => name.getText(file)), declared.name]
      .flatMap((name) => this.#places.savedScripts(name.replace(/^"(.*)"$/, '$1')))
      .find((one) => this.#typescript.sys.fileExists(one));
    const textSpan = { start: 0, length: 0 };
    return fileName === undefined ? undefined : { ...declared, fileName, textSpan, contextSpan: textSpan };
  }

  /**
   * Removes the signature that all tools share. TypeScript adds it to the definitions, and an editor would ask which of
   * the two is meant.
   */
  withoutCall(found: readonly ts.DefinitionInfo[]): ts.DefinitionInfo[] {
    const tools = found.filter((definition) => this.#isTool(definition));
    return tools.length > 0 ? tools : [...found];
  }

  /**
   * Returns the first name of a second name: `"getSum"` for `readonly "get-sum": Tools["getSum"]`; undefined for
   * anything else.
   */
  otherNameOf(declared: ts.Node): ts.Node | undefined {
    const { isPropertySignature, isIndexedAccessTypeNode, isTypeReferenceNode, isIdentifier } =
      this.#typescript;
    if (!isPropertySignature(declared) || !declared.type || !isIndexedAccessTypeNode(declared.type))
      return undefined;
    const { objectType, indexType } = declared.type;
    const isOfTools =
      isTypeReferenceNode(objectType) &&
      isIdentifier(objectType.typeName) &&
      objectType.typeName.text === 'Tools';
    return isOfTools && this.#places.isDeclarations(declared.getSourceFile().fileName)
      ? indexType
      : undefined;
  }

  #isTool({ fileName, containerName }: ts.DefinitionInfo): boolean {
    return this.#places.isDeclarations(fileName) && /(?:^|\.)Tools$/.test(containerName);
  }

  #fileOf({ fileName }: ts.DefinitionInfo): ts.SourceFile | undefined {
    return this.#service.getProgram()?.getSourceFile(fileName);
  }

  #usesAt({ fileName }: ts.SourceFile, position: number): readonly ts.ReferenceEntry[] {
    return this.#service.findReferences(fileName, position)?.flatMap(({ references }) => references) ?? [];
  }

  /** Returns the second names of a tool among the uses of its name. */
  #otherNamesIn(uses: readonly ts.ReferenceEntry[], file: ts.SourceFile): readonly ts.PropertyName[] {
    return uses
      .filter(({ fileName }) => fileName === file.fileName)
      .flatMap(({ textSpan }) => {
        const member = this.#memberAt(file, textSpan.start);
        return member && this.otherNameOf(member) ? [member.name] : [];
      });
  }

  /** Returns the start of the declaration of the name that scripts use. */
  #realName(file: ts.SourceFile, declared: ts.DefinitionInfo): number {
    const { start } = declared.textSpan;
    const member = this.#memberAt(file, start);
    const other = member && this.otherNameOf(member);
    const real =
      other &&
      this.#service
        .getDefinitionAtPosition(file.fileName, other.getStart(file) + 1)
        ?.find((one) => this.#isTool(one));
    return real?.textSpan.start ?? start;
  }

  /** Returns the innermost member of an interface at the position. */
  #memberAt(file: ts.SourceFile, position: number): ts.PropertySignature | undefined {
    const { forEachChild, isPropertySignature } = this.#typescript;
    let member: ts.PropertySignature | undefined;
    for (let node: ts.Node | undefined = file; node;) {
      if (isPropertySignature(node)) member = node;
      node = forEachChild(node, (child) =>
        child.pos <= position && position < child.end ? child : undefined,
      );
    }
    return member;
  }
}
