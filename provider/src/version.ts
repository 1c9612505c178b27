/** The version of this package, the same as in its package.json (a test holds them together). */
export const version = "0.1.0";
