import type { Profile } from "../model/profile.ts";

/** Any CR with conditions: no known parts, senses from the shared table and from patterns. */
export const generic: Profile = {
  name: "generic",
  roots: [],
  components: [],
  senses: [],
  ruleSets: ["generic"],
};
