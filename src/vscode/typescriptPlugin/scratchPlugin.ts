// The plugin that VS Code's TypeScript (tsserver, up to version 6) loads. With it, scripts are checked as they run,
// whatever folder they are in, and each of their tools is named once. See docs/decisions/0041-scratch-errors.md.
import type * as ts from 'typescript';
import { ScriptPlaces } from './scriptPlaces.ts';
import { withScriptChecks } from './scriptChecks.ts';
import { ScriptService } from './scriptService.ts';
import { ToolNames, withToolNames } from './toolNames.ts';

interface Scripts {
  readonly places: ScriptPlaces;
  /** Returns the service of all scripts, which is created at the first request. */
  readonly all: () => ScriptService;
}

/**
 * State that all projects share. tsserver loads the plugin for each project, and each project may ask about each
 * script.
 */
const scriptsOf = new WeakMap<ts.server.ProjectService, Scripts>();

export default function scratchPlugin({
  typescript,
}: {
  readonly typescript: typeof ts;
}): ts.server.PluginModule {
  const projects = new Set<ts.server.Project>();
  let scripts: Scripts | undefined;
  return {
    create: ({ project, languageService, config }: ts.server.PluginCreateInfo) => {
      const { projectService } = project;
      scripts = scriptsOf.get(projectService) ?? makeScripts(projectService, typescript);
      scriptsOf.set(projectService, scripts);
      projects.add(project);
      // A project that is loaded after the configuration receives it here.
      if (isConfigured(config)) scripts.places.set(config);
      return withScripts(languageService, typescript, scripts, (fileName) =>
        know(projectService, fileName, typescript),
      );
    },
    onConfigurationChanged: (config: unknown) => {
      scripts?.places.set(config);
      for (const project of projects) {
        if (project.isClosed()) projects.delete(project);
        else project.refreshDiagnostics();
      }
    },
  };
}

/** Wraps a language service. `know` is called with each file in an answer, before tsserver sees the answer. */
export function withScripts(
  languageService: ts.LanguageService,
  typescript: typeof ts,
  { places, all }: Scripts,
  know: (fileName: string) => void,
): ts.LanguageService {
  const forScripts = (service: ts.LanguageService) =>
    withToolNames(withScriptChecks(service, typescript, places), typescript, places);
  const project = forScripts(languageService);
  let ofAll: ts.LanguageService | undefined;
  const editing = () => (ofAll ??= forScripts(all().service));
  const findReferences = (fileName: string, position: number) => {
    if (!places.isScript(fileName) && !places.isDeclarations(fileName))
      return project.findReferences(fileName, position);
    const service = serviceOf(fileName);
    let asked = service;
    if (places.declarations !== undefined) {
      all().add(fileName);
      all().addAll();
      if (all().service.getProgram()?.getSourceFile(fileName)) asked = all().service;
    }
    const found =
      new ToolNames(asked, typescript, places).references(fileName, position) ??
      service.findReferences(fileName, position);
    for (const { definition, references } of found ?? [])
      [definition, ...references].forEach((place) => know(place.fileName));
    return found;
  };
  const serviceOf = (fileName: string) => {
    if (!places.isOutside(fileName) || places.declarations === undefined) return project;
    all().add(fileName);
    return editing();
  };
  // Converts the offset of a definition, whose file the project of the script may lack.
  const toLineColumnOffset = (fileName: string, position: number) => {
    const isOfScripts = places.isOutside(fileName) || places.isDeclarations(fileName);
    const service = isOfScripts && !project.getProgram()?.getSourceFile(fileName) ? editing() : project;
    return service.toLineColumnOffset?.(fileName, position) ?? { line: 0, character: 0 };
  };
  return { ...routed(project, serviceOf), findReferences, toLineColumnOffset };
}

/** Passes each request about a file to the service of that file. */
function routed(project: ts.LanguageService, serviceOf: (fileName: string) => ts.LanguageService) {
  const entries = Object.entries(project).map(([name, method]: [string, unknown]) => {
    // The files that import a script belong to the project.
    if (typeof method !== 'function' || name === 'getEditsForFileRename') return [name, method];
    const route = (...given: unknown[]): unknown => {
      const [fileName] = given;
      const service = typeof fileName === 'string' ? serviceOf(fileName) : project;
      return (service[name as keyof ts.LanguageService] as (...given: unknown[]) => unknown)(...given);
    };
    return [name, route];
  });
  return Object.fromEntries(entries) as ts.LanguageService;
}

function makeScripts(projectService: ts.server.ProjectService, typescript: typeof ts): Scripts {
  const { host } = projectService;
  const places = new ScriptPlaces(host.useCaseSensitiveFileNames);
  const libraries = host
    .getExecutingFilePath()
    .replaceAll('\\', '/')
    .replace(/\/[^/]*$/, '');
  const open = (fileName: string) => {
    const info = projectService.getScriptInfo(fileName);
    return info?.isScriptOpen() === true
      ? { version: info.getLatestVersion(), snapshot: info.getSnapshot() }
      : undefined;
  };
  let all: ScriptService | undefined;
  return { places, all: () => (all ??= new ScriptService(typescript, host, { open, libraries }, places)) };
}

/** Registers a file with tsserver, which otherwise cannot convert an offset of an answer into a line of the file. */
function know(projectService: ts.server.ProjectService, fileName: string, { server }: typeof ts): void {
  if (!projectService.getScriptInfo(fileName))
    projectService.getOrCreateScriptInfoForNormalizedPath(server.toNormalizedPath(fileName), false);
}

/**
 * True if the configuration comes from the extension. Otherwise it is the plugin's entry in the settings of TypeScript.
 */
function isConfigured(config: unknown): boolean {
  return typeof config === 'object' && config !== null && 'folders' in config;
}
