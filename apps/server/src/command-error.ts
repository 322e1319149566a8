/** What the operator typed cannot be carried out; the message says why, and is all there is to say. */
export class CommandError extends Error {}
