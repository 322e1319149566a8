import StarterKit from '@tiptap/starter-kit';

/** They make the tags of `ALLOWED_TAGS`, which the server keeps. Everything else that is pasted becomes one of them. */
export const EXTENSIONS = [
  StarterKit.configure({
    heading: { levels: [3] },
    blockquote: false,
    code: false,
    codeBlock: false,
    dropcursor: false,
    gapcursor: false,
    horizontalRule: false,
    link: false,
    strike: false,
    trailingNode: false,
    underline: false,
  }),
];
