// What VS Code's TypeScript (tsserver, to version 6) loads, so that scripts are checked as they run, wherever they are, and their tools are
// named once. See docs/decisions/0041-scratch-errors.md.
import type * as ts from 'typescript';
import { readSettings, ScriptPlaces } from './scriptPlaces.ts';
import { withScriptChecks } from './scriptChecks.ts';
import { ScriptService } from './scriptService.ts';
import { toolReferences, withToolNames } from './toolNames.ts';

interface Scripts {
  readonly places: ScriptPlaces;
  /** Of all of them; made when it is first asked. */
  readonly all: () => ScriptService;
}

/** tsserver loads the plugin for each project, and each project may ask about each script: they share what knows all of them. */
const scriptsOf = new WeakMap<ts.server.ProjectService, Scripts>();

export default function scratchPlugin({ typescript }: { readonly typescript: typeof ts }): ts.server.PluginModule {
  const projects = new Set<ts.server.Project>();
  let scripts: Scripts | undefined;
  return {
    create: ({ project, languageService, config }: ts.server.PluginCreateInfo) => {
      const { projectService } = project;
      scripts = scriptsOf.get(projectService) ?? makeScripts(projectService, typescript);
      scriptsOf.set(projectService, scripts);
      projects.add(project);
      // What was configured before this project was loaded comes with it.
      if (isConfigured(config)) scripts.places.set(readSettings(config));
      return withScripts(languageService, typescript, scripts, (fileName) => know(projectService, fileName, typescript));
    },
    onConfigurationChanged: (config: unknown) => {
      scripts?.places.set(readSettings(config));
      for (const project of projects) {
        if (project.isClosed()) projects.delete(project);
        else project.refreshDiagnostics();
      }
    },
  };
}

/** `know`: is called with each file that an answer names, before tsserver sees it. */
export function withScripts(
  languageService: ts.LanguageService,
  typescript: typeof ts,
  { places, all }: Scripts,
  know: (fileName: string) => void,
): ts.LanguageService {
  const forScripts = (service: ts.LanguageService) =>
    withToolNames(withScriptChecks(service, typescript, places), typescript, places, (fileName) => typescript.sys.fileExists(fileName));
  const project = forScripts(languageService);
  let ofAll: ts.LanguageService | undefined;
  const editing = () => (ofAll ??= forScripts(all().service));
  const findReferences = (fileName: string, position: number) => {
    if (!places.isScript(fileName) && !places.isDeclarations(fileName)) return project.findReferences(fileName, position);
    const service = serviceOf(fileName);
    let asked = service;
    if (places.declarations !== undefined) {
      all().add(fileName);
      all().addAll();
      if (all().service.getProgram()?.getSourceFile(fileName)) asked = all().service;
    }
    const found = toolReferences(asked, fileName, position, typescript, places) ?? service.findReferences(fileName, position);
    for (const { definition, references } of found ?? []) [definition, ...references].forEach((place) => know(place.fileName));
    return found;
  };
  const serviceOf = (fileName: string) => {
    if (!places.isOutside(fileName) || places.declarations === undefined) return project;
    all().add(fileName);
    return editing();
  };
  // Of a definition, whose file the project of the script may not have.
  const toLineColumnOffset = (fileName: string, position: number) => {
    const isOfScripts = places.isOutside(fileName) || places.isDeclarations(fileName);
    const service = isOfScripts && !project.getProgram()?.getSourceFile(fileName) ? editing() : project;
    return service.toLineColumnOffset?.(fileName, position) ?? { line: 0, character: 0 };
  };
  return routed(project, serviceOf, { findReferences, toLineColumnOffset });
}

/** Each question about a file is answered by the service of that file. */
function routed(
  project: ts.LanguageService,
  serviceOf: (fileName: string) => ts.LanguageService,
  others: Partial<ts.LanguageService>,
): ts.LanguageService {
  const entries = Object.entries(project).map(([name, method]: [string, unknown]) => {
    // The files that import a script are the project's.
    if (typeof method !== 'function' || name === 'getEditsForFileRename') return [name, method];
    const route = (...given: unknown[]): unknown => {
      const [fileName] = given;
      const service = typeof fileName === 'string' ? serviceOf(fileName) : project;
      return (service[name as keyof ts.LanguageService] as (...given: unknown[]) => unknown)(...given);
    };
    return [name, route];
  });
  return { ...(Object.fromEntries(entries) as ts.LanguageService), ...others };
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
    return info?.isScriptOpen() === true ? { version: info.getLatestVersion(), snapshot: info.getSnapshot() } : undefined;
  };
  let all: ScriptService | undefined;
  return { places, all: () => (all ??= new ScriptService(typescript, host, { open, libraries }, places)) };
}

/** Without it tsserver cannot say on which line of the file an answer stands. */
function know(projectService: ts.server.ProjectService, fileName: string, { server }: typeof ts): void {
  if (!projectService.getScriptInfo(fileName))
    projectService.getOrCreateScriptInfoForNormalizedPath(server.toNormalizedPath(fileName), false);
}

/** Without it, what comes is the plugin's entry in the settings of TypeScript. */
function isConfigured(config: unknown): boolean {
  return typeof config === 'object' && config !== null && 'folders' in config;
}
