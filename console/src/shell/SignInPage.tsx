import '@mantine/core/styles/PasswordInput.layer.css';
import { Alert, Button, Divider, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ApiError, messageOf } from '../api/apiError';
import { queryClient } from '../api/queryClient';
import { addressOf, request } from '../api/request';
import { Brand } from '../components/Brand';
import { useTitle } from '../components/useTitle';
import classes from './SignInPage.module.css';

interface Form {
  username: string;
  password: string;
}

/** Which ways of signing in there are. */
interface Offer {
  /** Whether name and password are one. */
  password: boolean;
  /** Where people are sent who sign in elsewhere. */
  methods: { key: string; label: string; start: string }[];
}

/** Until it is known, and where it cannot be: a password may still be of use. */
const passwordOnly: Offer = { password: true, methods: [] };

async function readOffer(): Promise<Offer> {
  const { data } = await request<Offer>('GET', '/sign-in/');
  return data;
}

/** Who has signed in, or the page that asks for the second factor. */
type Answer = { username: string } | { factor: string };

/** Starts a session. The form's token comes first: it belongs to this browser. */
async function signIn({ next, ...form }: Form & { next: string }): Promise<Answer> {
  const { data } = await request<{ csrfmiddlewaretoken: string }>('GET', '/login/?format=json');
  const body = new URLSearchParams({ ...form, ...data, next: addressOf(next) });
  return (await request<Answer>('POST', '/login/?format=json', { body })).data;
}

/** A path of the console, or its start: an address of another site leads nowhere. */
const safePath = (text: string | null): string => (text && /^\/(?![/\\])/.test(text) ? text : '/');

const wrongPassword = 'Invalid username/password.';

/** A directory may know somebody who has no business here, which they are told. */
const noticeOf = (error: Error): string =>
  error instanceof ApiError && error.status === 403 && error.message === wrongPassword
    ? 'That username and password do not belong together. Mind capital and small letters.'
    : messageOf(error);

/** Where people sign in: with name and password, or where the house has them known. */
export function SignInPage() {
  useTitle('Sign in');
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [form, setForm] = useState<Form>({ username: '', password: '' });
  const next = safePath(search.get('next'));
  const { data: offer = passwordOnly } = useQuery({ queryKey: ['sign-in'], queryFn: readOffer, retry: false });
  const { mutate, error, isPending } = useMutation({
    mutationFn: signIn,
    onSuccess: (answer) => {
      if ('factor' in answer) {
        location.assign(answer.factor);
        return;
      }
      queryClient.clear();
      navigate(next, { replace: true });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate({ ...form, next });
  };
  const notice = error && noticeOf(error);
  return (
    <main className={classes.page}>
      <form className={classes.card} onSubmit={submit}>
        <Stack gap="md">
          <div className={classes.brand}>
            <Brand size={34} />
          </div>
          <div>
            <Title order={1} ta="center">
              Sign in to Plumbline
            </Title>
            <Text c="dimmed" size="sm" ta="center" mt={4}>
              The network as it is meant to be.
            </Text>
          </div>
          {notice && (
            <Alert color="red" variant="light" role="alert" p="xs">
              {notice}
            </Alert>
          )}
          {offer.methods.map(({ key, label, start }) => (
            <Button
              key={key}
              component="a"
              href={`${start}?next=${encodeURIComponent(addressOf(next))}`}
              variant="default"
              fullWidth
            >
              {label}
            </Button>
          ))}
          {offer.password && offer.methods.length > 0 && <Divider label="or" />}
          {offer.password && (
            <>
              <TextInput
                label="Username"
                name="username"
                autoComplete="username"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={150}
                required
                withAsterisk={false}
                autoFocus
                value={form.username}
                onChange={({ currentTarget: { value } }) => setForm((known) => ({ ...known, username: value }))}
              />
              <PasswordInput
                label="Password"
                name="password"
                autoComplete="current-password"
                required
                withAsterisk={false}
                value={form.password}
                onChange={({ currentTarget: { value } }) => setForm((known) => ({ ...known, password: value }))}
              />
              <Button type="submit" size="sm" loading={isPending} fullWidth>
                Sign in
              </Button>
            </>
          )}
        </Stack>
      </form>
    </main>
  );
}
