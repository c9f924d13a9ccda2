/**
 * V8 flag: compiles WebAssembly (the embedded database) with the quick compiler only. In tests, optimizing costs more
 * processor time than running it.
 */
export const quickToCompile = '--liftoff-only';
