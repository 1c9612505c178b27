/** The key by which the engine tells a value with a meaning of its own from an object, and what it has for a secret. */
export const signatureKey = "4dabf18193072939515e22adb298388d";
export const secretSignature = "1b47061264138c4ac30d75fd1eb44270";
