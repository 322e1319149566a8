/**
 * The Message-ID of a mail (RFC 5322). A job that is repeated sends its mail with the same one, so that a mailbox which got
 * it before its server answered shows it once. Not for mails with a code or link that the next try replaces: the mailbox
 * would show the dead one.
 */
export const messageIdOf = (name: string, publicUrl: string): string => `<${name}@${new URL(publicUrl).hostname}>`;
