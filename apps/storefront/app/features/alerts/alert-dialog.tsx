import type { Alert } from '@oyna/api-client/models';
import { Dialog } from '@oyna/ui/dialog';
import { AlertForm } from './alert-form.tsx';

interface AlertDialogProps {
  kind: Alert['kind'];
  offer: { id: number; name: string; price: number | undefined };
  title: string;
  isOpen: boolean;
  onClose(): void;
  onDone(isOn: boolean): void;
}

export function AlertDialog({ kind, offer, title, isOpen, onClose, onDone }: AlertDialogProps) {
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      <AlertForm
        kind={kind}
        offer={offer}
        onDone={(isOn) => {
          onClose();
          onDone(isOn);
        }}
      />
    </Dialog>
  );
}
