// Which version of this folder checked a script. The build puts the hash of its code, of TypeScript and of what scripts declare here.
declare const CODE_MODE_CHECKER: string | undefined;

/** undefined when the code runs unbuilt: then nothing that it found is fit to be kept. */
export const checkerVersion = typeof CODE_MODE_CHECKER === 'string' ? CODE_MODE_CHECKER : undefined;
