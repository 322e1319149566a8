import { TextArea } from '@oyna/ui/text-area';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { useTexts } from '../../lib/texts.tsx';
import { parsePastedPrices } from './pasted-prices.ts';
import type { PriceEdit } from './prices-api.ts';

interface PasteDialogProps {
  onClose(): void;
  onPreview(edits: PriceEdit[]): void;
}

/** Two columns of a spreadsheet: the number of an offer and its price. A third column is the price to pay. */
export function PasteDialog({ onClose, onPreview }: PasteDialogProps) {
  const t = useTexts('prices');
  const [fault, setFault] = useState<string>();
  const submit = (fields: FormData) => {
    const { edits, wrongLines } = parsePastedPrices(String(fields.get('text') ?? ''));
    if (wrongLines.length > 0) {
      const shown = wrongLines.slice(0, 10).join(', ');
      return setFault(t('paste-wrong', { lines: wrongLines.length > 10 ? `${shown}…` : shown }));
    }
    if (edits.length === 0) return setFault(t('paste-empty'));
    onPreview(edits);
  };
  return (
    <ConfirmDialog
      title={t('paste-title')}
      isOpen
      onClose={onClose}
      confirm={t('preview')}
      isBusy={false}
      onConfirm={submit}
    >
      <TextArea label={t('paste-label')} hint={t('paste-hint')} name="text" rows={10} error={fault} />
    </ConfirmDialog>
  );
}
