/** The error for a zip archive that cannot be read, with the reason. */
export function damagedZipText(path: string, reason: string): string {
  return `cannot use ${path}: the zip archive is damaged or not whole (${reason}); copy it again`;
}

/** The reason for an entry whose bytes are not those that were packed. */
export const wrongChecksum = "it is damaged: its checksum is not that of the archive";

/** Why an entry is left out that is a link or a device. */
export const linkOrDevice = "a link or a device; left out";

/** Why an encrypted entry is left out. */
export const encryptedEntry = "it is encrypted; left out";
