import type { Resource } from "../../model/resource.ts";

/** One resource of one version. */
export type ServedResource = Omit<Resource, "group" | "versions">;
