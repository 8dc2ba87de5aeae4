<#-- Changing what a person signs in with ends the sessions everywhere else: the server asks for it by this field alone. -->
<#macro logoutOtherSessions>
    <input type="hidden" name="logout-sessions" value="on">
    <p>${msg("otherSessionsEnd")}</p>
</#macro>
