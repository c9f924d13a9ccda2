/** Characters that a prompt, a quote and a summary have to exceed to be saved (specification sections 5 and 9). */
export const shortText = 3;
