// The project's version, inserted by the build from package.json (`define` of esbuild).
declare const CODE_MODE_VERSION: string | undefined;

export const version = typeof CODE_MODE_VERSION === 'string' ? CODE_MODE_VERSION : 'development';
