// Handles the names of tools in scripts. Completion offers each tool once; a name leads to its declaration and its
// uses; and it cannot be renamed, because its server defines it.
import type * as ts from 'typescript';
import type { ScriptPlaces } from './scriptPlaces.ts';

type Names = Pick<ScriptPlaces, 'isScript' | 'isDeclarations' | 'savedScripts'>;

/** Wraps a language service for scripts and the declarations of their tools. */
export function withToolNames(
  service: ts.LanguageService,
  typescript: typeof ts,
  places: Names,
  exists: (fileName: string) => boolean,
): ts.LanguageService {
  const concerns = (fileName: string) => places.isScript(fileName) || places.isDeclarations(fileName);
  return {
    ...service,
    getCompletionsAtPosition(fileName, position, options, formatting) {
      if (!places.isScript(fileName))
        return service.getCompletionsAtPosition(fileName, position, options, formatting);
      const found = service.getCompletionsAtPosition(
        fileName,
        position,
        { ...options, includeSymbol: true },
        formatting,
      );
      if (!found) return found;
      const entries = found.entries
        .filter(
          ({ symbol }) =>
            symbol?.declarations?.some(
              (declared) => otherNameOf(declared, typescript, places) !== undefined,
            ) !== true,
        )
        .map((entry) => ({ ...entry, symbol: undefined as never }));
      return { ...found, entries };
    },
    getDefinitionAtPosition(fileName, position, ...more) {
      const found = service.getDefinitionAtPosition(fileName, position, ...more);
      return found && concerns(fileName) ? withoutCall(found, places) : found;
    },
    getDefinitionAndBoundSpan(fileName, position) {
      const found = service.getDefinitionAndBoundSpan(fileName, position);
      if (!found?.definitions || !concerns(fileName)) return found;
      const definitions = withoutCall(found.definitions, places);
      return {
        ...found,
        definitions: definitions.map((one) => savedScript(service, one, typescript, places, exists) ?? one),
      };
    },
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- one of its two signatures is, and not this one
    getRenameInfo: (fileName: string, position: number, preferences: ts.UserPreferences) =>
      concerns(fileName)
        ? renameInfo(service, fileName, position, preferences, places)
        : service.getRenameInfo(fileName, position, preferences),
  };
}

/** Refuses to rename names that a server or Code Mode declares, because that would change a generated file. */
function renameInfo(
  service: ts.LanguageService,
  fileName: string,
  position: number,
  preferences: ts.UserPreferences,
  places: Names,
): ts.RenameInfo {
  const info = service.getRenameInfo(fileName, position, preferences);
  if (!info.canRename) return info;
  const changed = service.findRenameLocations(fileName, position, false, false, preferences) ?? [];
  if (!changed.some((location) => places.isDeclarations(location.fileName))) return info;
  return {
    canRename: false,
    localizedErrorMessage: `${info.displayName} cannot be renamed: its MCP server or Code Mode names it.`,
  };
}

/**
 * Returns the declaration of the tool or server at a position and its uses in scripts, under all its names; undefined
 * for anything else.
 */
export function toolReferences(
  service: ts.LanguageService,
  fileName: string,
  position: number,
  typescript: typeof ts,
  places: Names,
): ts.ReferencedSymbol[] | undefined {
  const declared = service
    .getDefinitionAtPosition(fileName, position)
    ?.find((definition) => isTool(definition, places));
  const file = declared && service.getProgram()?.getSourceFile(declared.fileName);
  if (!declared || !file) return undefined;
  const real = realName(service, file, declared, typescript, places);
  const found = service.findReferences(file.fileName, real);
  const [first] = found ?? [];
  if (!found || !first) return undefined;
  const all = found.flatMap(({ references }) => references);
  const declarations = all.filter((use) => places.isDeclarations(use.fileName));
  const own = declarations
    .filter(({ textSpan }) => textSpan.start === real)
    .map((use) => ({ ...use, isDefinition: true }));
  const otherNames = otherNamesIn(declarations, file, typescript, places);
  const byOther = otherNames
    .flatMap((name) => service.findReferences(file.fileName, name.getStart(file)) ?? [])
    .flatMap(({ references }) => references);
  const uses = [...all, ...byOther].filter((use) => places.isScript(use.fileName));
  return [{ definition: first.definition, references: [...own, ...uses] }];
}

/**
 * Returns the definition of a tool that is a saved script, which is the script itself; undefined for any other tool.
 */
function savedScript(
  service: ts.LanguageService,
  declared: ts.DefinitionInfo,
  typescript: typeof ts,
  places: Names,
  exists: (fileName: string) => boolean,
): ts.DefinitionInfo | undefined {
  const file = service.getProgram()?.getSourceFile(declared.fileName);
  if (!file || !isTool(declared, places) || declared.containerName !== 'CodeMode.Servers.scripts.Tools')
    return undefined;
  const uses =
    service.findReferences(file.fileName, declared.textSpan.start)?.flatMap(({ references }) => references) ??
    [];
  // The name of the file comes first, if the script has another name in scripts.
  const names = [
    ...otherNamesIn(uses, file, typescript, places).map((name) => name.getText(file)),
    declared.name,
  ];
  const fileName = names.flatMap((name) => places.savedScripts(name.replace(/^"(.*)"$/, '$1'))).find(exists);
  return fileName === undefined
    ? undefined
    : { ...declared, fileName, textSpan: { start: 0, length: 0 }, contextSpan: { start: 0, length: 0 } };
}

/** Returns the second names of a tool among the uses of its name. */
function otherNamesIn(
  uses: readonly ts.ReferenceEntry[],
  file: ts.SourceFile,
  typescript: typeof ts,
  places: Names,
): readonly ts.PropertyName[] {
  return uses
    .filter(({ fileName }) => fileName === file.fileName)
    .flatMap(({ textSpan }) => {
      const member = memberAt(file, textSpan.start, typescript);
      return member && otherNameOf(member, typescript, places) !== undefined ? [member.name] : [];
    });
}

function isTool({ fileName, containerName }: ts.DefinitionInfo, places: Names): boolean {
  return places.isDeclarations(fileName) && /(?:^|\.)Tools$/.test(containerName);
}

/**
 * Removes the signature that all tools share. TypeScript adds it to the definitions, and an editor would ask which of
 * the two is meant.
 */
function withoutCall(found: readonly ts.DefinitionInfo[], places: Names): ts.DefinitionInfo[] {
  const tools = found.filter((definition) => isTool(definition, places));
  return tools.length > 0 ? tools : [...found];
}

/** Returns the start of the declaration of the name that scripts use. */
function realName(
  service: ts.LanguageService,
  file: ts.SourceFile,
  declared: ts.DefinitionInfo,
  typescript: typeof ts,
  places: Names,
): number {
  const { start } = declared.textSpan;
  const member = memberAt(file, start, typescript);
  const other = member && otherNameOf(member, typescript, places);
  const real =
    other &&
    service
      .getDefinitionAtPosition(file.fileName, other.getStart(file) + 1)
      ?.find((one) => isTool(one, places));
  return real?.textSpan.start ?? start;
}

/**
 * Returns the first name of a second name: `"getSum"` for `readonly "get-sum": Tools["getSum"]`; undefined for anything
 * else.
 */
function otherNameOf(declared: ts.Node, typescript: typeof ts, places: Names): ts.Node | undefined {
  const { isPropertySignature, isIndexedAccessTypeNode, isTypeReferenceNode, isIdentifier } = typescript;
  if (!isPropertySignature(declared) || !declared.type || !isIndexedAccessTypeNode(declared.type))
    return undefined;
  const { objectType, indexType } = declared.type;
  const isOfTools =
    isTypeReferenceNode(objectType) &&
    isIdentifier(objectType.typeName) &&
    objectType.typeName.text === 'Tools';
  return isOfTools && places.isDeclarations(declared.getSourceFile().fileName) ? indexType : undefined;
}

/** Returns the innermost member of an interface at the position. */
function memberAt(
  file: ts.SourceFile,
  position: number,
  { forEachChild, isPropertySignature }: typeof ts,
): ts.PropertySignature | undefined {
  let member: ts.PropertySignature | undefined;
  for (let node: ts.Node | undefined = file; node;) {
    if (isPropertySignature(node)) member = node;
    node = forEachChild(node, (child) => (child.pos <= position && position < child.end ? child : undefined));
  }
  return member;
}
