import { type Family, families, type ProfileName } from "../../model/families.ts";
import type { Translate } from "../translate.ts";

/** The title of the parts of a root. */
export function partsGroup(say: Translate, profile: ProfileName): string {
  return partWords[families[profile].parts].group(say);
}

/** The title of the column that names one part in each row. */
export function partColumn(profile: ProfileName): string {
  return partWords[families[profile].parts].column;
}

const partWords: Readonly<Record<Family["parts"], { group: (say: Translate) => string; column: string }>> = {
  components: { group: (say) => say("Components"), column: "COMPONENT" },
  parts: { group: (say) => say("Parts"), column: "PART" },
};
