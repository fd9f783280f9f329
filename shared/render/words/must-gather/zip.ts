/** The error for a zip archive that cannot be read, with the reason. */
export function damagedZipText(path: string, reason: string): string {
  return `cannot use ${path}: the zip archive is damaged or truncated (${reason}); copy it again`;
}

/** The reason for an entry whose bytes are not those that were packed. */
export const wrongChecksum = "damaged: the checksum does not match";

/** Why an entry is omitted that is a link or a device. */
export const linkOrDevice = "a link or a device; skipped";

/** Why an encrypted entry is omitted. */
export const encryptedEntry = "encrypted; skipped";
