// Which version of this room made a declaration. The build puts the hash of the room's code and of its compiler here.
declare const CODE_MODE_DECLARATIONS: string | undefined;

/** undefined when the code runs unbuilt: then nothing that it made is fit to be kept. */
export const codeVersion = typeof CODE_MODE_DECLARATIONS === 'string' ? CODE_MODE_DECLARATIONS : undefined;
