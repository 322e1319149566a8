import { type ChangeEvent, type FormEvent, useState } from 'react';
import { useRequestKeys } from './request-key.ts';
import { type ActionOptions, useAction } from './use-action.ts';
import { useUnsaved } from './use-unsaved.ts';

interface NoteOptions<Result> extends Pick<ActionOptions<string, Result>, 'changes' | 'done'> {
  /** Sends the note with the key of the request. */
  run(note: string, requestKey: string): Promise<Result>;
}

/** A note for colleagues. A request whose answer was lost is repeated as the same one, and what is typed meanwhile stays. */
export function useNote<Result>({ run, ...options }: NoteOptions<Result>) {
  const [text, setText] = useState('');
  useUnsaved(text.trim() !== '');
  const keys = useRequestKeys();
  const add = useAction<string, Result>({
    ...options,
    run: (note) => run(note, keys.keyOf(note)),
    onDone: (_, note) => {
      keys.done();
      setText((now) => (now === note ? '' : now));
    },
  });
  return {
    isPending: add.isPending,
    onSubmit(event: FormEvent) {
      event.preventDefault();
      if (text.trim() !== '' && !add.isPending) add.mutate(text);
    },
    /** The attributes of the text area. */
    field: {
      maxLength: 2000,
      value: text,
      onChange: (event: ChangeEvent<HTMLTextAreaElement>) => setText(event.target.value),
    },
  };
}
