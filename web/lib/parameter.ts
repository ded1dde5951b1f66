/**
 * The value of a parameter in the address, which the router writes as JSON. The router has read the numbers that it
 * writes already; in another form they stay a text, such as a search for `448e7`. Throws for a text that is no JSON.
 */
export const parameterOf = (text: string): unknown => (/^[\d-]/.test(text) ? text : JSON.parse(text));
