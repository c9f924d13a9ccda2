import { createContext } from 'react';

/** Whether the texts below may be changed by who reads them. */
export const EditingAllowed = createContext(true);
