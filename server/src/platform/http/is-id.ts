/** The database refuses to compare anything else with an id, and a stranger may write anything in its place. */
export const isId = (text: string | undefined): text is string =>
  text !== undefined && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
