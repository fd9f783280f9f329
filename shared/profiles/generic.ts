import { families, ruleSets } from "../model/families.ts";
import type { Profile } from "../model/profile.ts";

/** Any CR with conditions: no known parts, polarities from the shared table and from patterns. */
export const genericProfile: Profile = {
  name: "generic",
  roots: families.generic.roots,
  components: [],
  polarities: [],
  ruleSets: ruleSets.generic,
};
