import { useParams } from 'react-router';
import { ReviewView } from '../features/reviews/review-view.tsx';

export default function ReviewRoute() {
  const id = Number(useParams()['id']);
  return <ReviewView key={id} id={id} />;
}
