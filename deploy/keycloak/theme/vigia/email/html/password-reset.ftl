<#import "template.ftl" as mail>
<@mail.linkMail kind="passwordReset"/>
