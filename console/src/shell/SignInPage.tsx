import { Alert, Button, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ApiError, messageOf } from '../api/apiError';
import { queryClient } from '../api/queryClient';
import { request } from '../api/request';
import { Brand } from '../components/Brand';
import { useTitle } from '../components/useTitle';
import classes from './SignInPage.module.css';

interface Form {
  username: string;
  password: string;
}

/** Starts a session. The form's token comes first: it belongs to this browser. */
async function signIn(form: Form): Promise<void> {
  const { data } = await request<{ csrfmiddlewaretoken: string }>('GET', '/login/?format=json');
  await request('POST', '/login/?format=json', { body: new URLSearchParams({ ...form, ...data }) });
}

/** A path of the console, or its start: an address of another site leads nowhere. */
const safePath = (text: string | null): string => (text && /^\/(?![/\\])/.test(text) ? text : '/');

/** Where people sign in with name and password. */
export function SignInPage() {
  useTitle('Sign in');
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [form, setForm] = useState<Form>({ username: '', password: '' });
  const { mutate, error, isPending } = useMutation({
    mutationFn: signIn,
    onSuccess: () => {
      queryClient.clear();
      navigate(safePath(search.get('next')), { replace: true });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate(form);
  };
  const notice =
    error instanceof ApiError && error.status === 403
      ? 'That username and password do not belong together. Mind that both are case-sensitive.'
      : error && messageOf(error);
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
        </Stack>
      </form>
    </main>
  );
}
