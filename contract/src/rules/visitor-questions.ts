/** Characters of a question by a visitor of a portal. Apart from other limits: each portal's page loads it. */
export const longestVisitorQuestion = 400;
