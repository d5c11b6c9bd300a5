// The project's version, put in by the build (esbuild `define`) from package.json.
declare const CODE_MODE_VERSION: string | undefined;

export const version = typeof CODE_MODE_VERSION === 'string' ? CODE_MODE_VERSION : 'development';
