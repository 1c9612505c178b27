import { inject } from "vitest";

declare module "vitest" {
  export interface ProvidedContext {
    tarballs: Readonly<Record<PackageFolder, string>>;
  }
}

/** The folders of the packages that are published. */
export const packageFolders = ["provider", "emulator"] as const;
export type PackageFolder = (typeof packageFolders)[number];

/** A package as it would be published, packed once for all test files: the path of the tarball. */
export function packedPackage(folder: PackageFolder = "provider"): string {
  return inject("tarballs")[folder];
}
