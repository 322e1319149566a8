import { useParams } from 'react-router';
import { MessageView } from '../features/messages/message-view.tsx';

export default function MessageRoute() {
  const id = Number(useParams()['id']);
  return <MessageView key={id} id={id} />;
}
