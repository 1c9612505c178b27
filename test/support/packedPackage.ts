import { inject } from "vitest";

declare module "vitest" {
  export interface ProvidedContext {
    tarball: string;
  }
}

/** The package as it would be published, packed once for all test files: the path of the tarball. */
export function packedPackage(): string {
  return inject("tarball");
}
