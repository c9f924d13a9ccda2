/** The engine in `chaptering/`, as it is stored with what it wrote. */
export const builtinEngine = 'lectern-offline-1';
