/**
 * A switch of V8: WebAssembly, which is the embedded database, is compiled by the quick compiler alone. A test asks it
 * little, and making its code fast took more of the processor than running it.
 */
export const quickToCompile = '--liftoff-only';
