/** A style sheet, which VitePress takes in: TypeScript knows modules of code alone. */
declare module "*.css";
