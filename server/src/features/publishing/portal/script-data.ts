/** Data inside a script element: no text in it can end the element. */
export const asScriptData = (data: unknown): string => JSON.stringify(data).replaceAll('<', '\\u003c');
